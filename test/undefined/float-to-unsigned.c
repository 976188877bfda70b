// items: 17
// treatment: conversion
// reason: a negative floating value is converted to unsigned char
int planted(int bad) { volatile float f = bad ? -3 : 3; return (int)(unsigned char)f; }
